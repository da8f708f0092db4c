# Support for idempotency keys, where the server is started with it: what was answered to a key is answered again.
module Once
  extend ActiveSupport::Concern

  included { around_action :once, only: :create, if: -> { ENV["SHOP_KEYS"] == "1" && request.headers["Idempotency-Key"] } }

  private
    def once
      key = request.headers["Idempotency-Key"]
      ActiveRecord::Base.transaction do
        if (known = Answer.find_by(key: key))
          render body: known.body, status: known.status, content_type: "application/json"
        else
          yield
          Answer.create!(key: key, status: response.status, body: response.body)
        end
      end
    end
end
