class SessionsController < ApplicationController
  skip_before_action :authenticate, :compare_version

  # Gives a token. Without the password, it does not.
  def create
    if params[:password] == "let me in"
      render json: { token: Token.create!(value: SecureRandom.hex).value }, status: :created
    else
      head :forbidden
    end
  end

  # Ends all tokens.
  def destroy
    Token.delete_all
  end
end
