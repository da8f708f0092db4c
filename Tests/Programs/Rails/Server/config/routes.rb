Rails.application.routes.draw do
  resource :session, only: [:create, :destroy]
  get "oops", to: "session_errors#show"
  namespace :v1 do
    resources :artists
  end
end
