/** The name of an account, below the domain of the operator's server. */
export { type NameOwner, nameOwnerOf } from '../account/accountFeatures.js'
export * from './nameForm.js'
export {
  type RegisterAccountNameParameters,
  registerAccountName,
} from './registerAccountName.js'
