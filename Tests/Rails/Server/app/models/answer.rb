class Answer < ApplicationRecord
end
