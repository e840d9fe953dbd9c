/** The name of an account, below the domain of the operator's server. */
export { type NameOwner, nameOwnerOf } from '../account/accountFeatures.js'
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
  type RegisterAccountNameParameters,
  registerAccountName,
} from './registerAccountName.js'
