require "rails"
require "active_model/railtie"
require "active_record/railtie"
require "action_controller/railtie"

# The music shop. Its controllers are those of `rails generate scaffold --api`; see make.rb for what is changed in them.
module MusicShop
  class Application < Rails::Application
    config.root = File.expand_path("..", __dir__)
    config.load_defaults 6.1
    config.api_only = true
    config.eager_load = true
    config.consider_all_requests_local = false
    config.cache_classes = true
    config.secret_key_base = "not a secret: the server is for tests, and at the loopback address"
    config.hosts.clear
    config.logger = Logger.new(ENV["SHOP_LOG"] || File::NULL)
    config.log_level = :info
    config.generators.test_framework nil
  end
end
