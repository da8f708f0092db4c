class SessionErrorsController < ApplicationController
  # Has a fault.
  def show
    raise "a fault"
  end
end
