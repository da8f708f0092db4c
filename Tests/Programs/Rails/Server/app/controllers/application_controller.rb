class ApplicationController < ActionController::API
  include ActionController::HttpAuthentication::Token::ControllerMethods
  include Listing
  include Once

  before_action :authenticate
  before_action :compare_version, only: :destroy

  private
    def authenticate
      authenticate_or_request_with_http_token { |token, _| Token.exists?(value: token) }
    end

    # Rails compares the lock version of an update by itself. That of a deletion is a parameter, which it leaves alone.
    def compare_version
      return unless params[:lock_version]
      record = controller_name.classify.constantize.find(params[:id])
      raise ActiveRecord::StaleObjectError.new(record, "destroy") if record.lock_version != params[:lock_version].to_i
    end
end
