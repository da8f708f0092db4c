class Token < ApplicationRecord
end
