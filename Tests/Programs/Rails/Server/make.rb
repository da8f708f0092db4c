# Makes the Rails app of the music shop in the folder in which it is run, which has the other files of this folder:
#
#   ruby make.rb
#
# The controllers, migrations and routes of the resources are written by Rails' own generator. Two lines of them are
# changed, as people change them: lists have conditions and pages, and lines of invoices are inside of invoices.
ENV["RAILS_ENV"] = "production"
require_relative "config/application"
require "rails/generators"

RESOURCES = {
  "artist" => %w[name:string is_active:boolean founded_on:date],
  "album" => %w[title:string artist:references],
  "track" => %w[name:string milliseconds:integer unit_price:decimal{10.2} bytes:bigint album:references],
  "customer" => %w[first_name:string last_name:string email:string token:string height:float born_at:datetime
                   lock_version:integer],
  "invoice" => %w[customer:references billing_city:string total:decimal{10.2} lock_version:integer],
  "invoice_line" => %w[invoice:references track:references unit_price:decimal{10.2} quantity:integer
                       lock_version:integer],
}

# The models of the app are there already, so the generator leaves them alone.
Rails.application.load_generators
RESOURCES.each do |name, attributes|
  Rails::Generators.invoke(
    "scaffold", [name, *attributes, "--api", "--skip", "--quiet", "--no-resource-route"], behavior: :invoke,
    destination_root: Dir.pwd)
end

# Replaces text in a file, which has to be there.
def change(path, from, to)
  text = File.read(path)
  abort "#{path} has no #{from.inspect}" unless text.include?(from)
  File.write(path, text.gsub(from, to))
end

RESOURCES.each_key do |name|
  path = "app/controllers/#{name.pluralize}_controller.rb"
  change(path, "#{name.classify}.all", "listed(#{name.classify})")
end
change("app/controllers/invoice_lines_controller.rb", "location: @invoice_line", "location: [@invoice_line.invoice, @invoice_line]")
change(
  "config/routes.rb", "  namespace",
  "  resources :artists, :albums, :tracks, :customers\n" \
  "  resources(:invoices) { resources :invoice_lines }\n  namespace")
Dir["db/migrate/*.rb"].each do |path|
  text = File.read(path)
  File.write(path, text.gsub("t.integer :lock_version", "t.integer :lock_version, null: false, default: 0"))
end

require_relative "config/environment"
ActiveRecord::Migration.verbose = false
ActiveRecord::MigrationContext.new("db/migrate", ActiveRecord::SchemaMigration).migrate
ActiveRecord::Schema.define do
  create_table(:tokens) { |table| table.string :value, index: { unique: true } }
  create_table(:answers) do |table|
    table.string :key, index: { unique: true }
    table.integer :status
    table.text :body
  end
  add_index :customers, :token, unique: true
end
