# The same artists, with a root around each, as serializers write them.
class V1::ArtistsController < ArtistsController
  wrap_parameters false

  def index
    render json: { artists: listed(Artist).map { |artist| camelized(artist) } }
  end

  def show
    render json: { artist: camelized(@artist) }
  end

  def create
    @artist = Artist.create!(underscored)
    render json: { artist: camelized(@artist) }, status: :created
  end

  def update
    @artist.update!(underscored)
    render json: { artist: camelized(@artist) }
  end

  private
    def camelized(artist)
      { id: artist.id, name: artist.name, isActive: artist.is_active, foundedOn: artist.founded_on }
    end

    def underscored
      params.require(:artist).permit(:name, :isActive, :foundedOn).to_h.transform_keys(&:underscore)
    end
end
