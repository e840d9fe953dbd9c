export { loginEmailOf } from '../login/emailRules.js'
export {
  chosenAccount,
  isSmartAccountOffered,
  type PreferAccountTypeParameters,
  preferAccountType,
} from '../login/preferAccountType.js'
export { cancelEmailUpdate, type UpdateEmailParameters, updateEmail } from '../login/updateEmail.js'
export type { Nft } from '../state/viewParams.js'
export { type AccountTab, accountTab, walletFeatures } from './accountFeatures.js'
export type { AccountNfts, CoinBalance, Identity } from './feature.js'
export { displayWorth, type HeldToken, heldToken, heldTokens, totalUsd } from './heldTokens.js'
export { nftKey } from './shownNft.js'
