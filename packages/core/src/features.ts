/** The kit's own features. */
export { nfts } from './account/feature.js'
export { activity } from './activity/feature.js'
export { approvals } from './approvals/feature.js'
export { calls } from './calls/feature.js'
export { email, login } from './login/feature.js'
export { names } from './names/feature.js'
export { onramp, receive } from './onramp/feature.js'
export { pay } from './pay/feature.js'
export { smartSessions } from './permissions/feature.js'
export { preview } from './preview/feature.js'
export { send } from './send/feature.js'
export { signIn } from './signin/feature.js'
export { swap } from './swap/feature.js'
export { wallets } from './wallets/feature.js'

/** The name of one of the kit's own features. */
export type FeatureName = keyof typeof import('./features.js')
