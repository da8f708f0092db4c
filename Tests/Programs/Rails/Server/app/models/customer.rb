class Customer < ApplicationRecord
  has_many :invoices, dependent: :destroy

  validates :last_name, presence: true, length: { maximum: 20 }
  validates :email, format: { with: /@/, message: "is not an address" }
  validates :token, uniqueness: true, allow_nil: true
  validate { errors.add(:base, "Nobody is called Voldemort") if last_name == "Voldemort" }
end
