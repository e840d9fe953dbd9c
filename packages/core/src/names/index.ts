/** The name of an account, below the domain of the operator's server. */
export {
  canRegister,
  type NameCheck,
  type NameForm,
  type NameFormState,
  type NamePlace,
  type NameRegistration,
  nameForm,
  registrationOf,
} from './nameForm.js'
export {
  type NameOwner,
  nameOwnerOf,
  type RegisterAccountNameParameters,
  registerAccountName,
} from './registerAccountName.js'
