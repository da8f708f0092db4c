class Album < ApplicationRecord
  belongs_to :artist
  has_many :tracks, dependent: :destroy

  validates :title, presence: true

  # An album has its tracks and its artist in its JSON.
  def as_json(options = {})
    super({ include: [:artist, :tracks] }.merge(options || {}))
  end
end
