# Lists: conditions, pages by number with a Link header, or by the last id.
module Listing
  private
    def listed(model)
      names = model.column_names.map(&:to_sym)
      records = model.where(params.permit(*names, **names.to_h { |name| [name, []] }).to_h).order(:id)
      records = records.where("id > ?", params[:after].to_i) if params[:after]
      per_page = (params[:per_page] || params[:limit])&.to_i
      return records unless per_page

      page = [params[:page].to_i, 1].max
      response.headers["X-Total-Count"] = records.count.to_s
      if page * per_page < records.count && !params[:after]
        following = url_for(request.query_parameters.merge(page: page + 1, only_path: false))
        response.headers["Link"] = "<#{following}>; rel=\"next\""
      end
      records.limit(per_page).offset((page - 1) * per_page)
    end
end
