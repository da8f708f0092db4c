require_relative "application"
MusicShop::Application.initialize!
