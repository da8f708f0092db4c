require_relative "config/environment"

# Lets one request write at a time. Two transactions of SQLite that read, as validations do, and then write wait for each other
# until one of them fails, which Rails 6 cannot prevent.
class OneWriter
  LOCK = Mutex.new

  def initialize(app) = @app = app

  def call(env)
    return @app.call(env) if %w[GET HEAD].include?(env["REQUEST_METHOD"])

    LOCK.synchronize { @app.call(env) }
  end
end

use OneWriter
run Rails.application
