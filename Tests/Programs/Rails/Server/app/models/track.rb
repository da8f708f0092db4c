class Track < ApplicationRecord
  belongs_to :album

  validates :name, presence: true
  validates :milliseconds, numericality: { only_integer: true, greater_than: 0 }
  validates :unit_price, numericality: { greater_than_or_equal_to: 0 }
end
