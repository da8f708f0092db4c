# As `rails new --api` has it: the members of a JSON body are also found under the name of the controller's model.
ActiveSupport.on_load(:action_controller) { wrap_parameters format: [:json] }
