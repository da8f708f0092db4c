class InvoiceLine < ApplicationRecord
  belongs_to :invoice
  belongs_to :track

  validates :quantity, numericality: { greater_than: 0 }
end
