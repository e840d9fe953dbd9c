import type { FeatureName } from '@foyer/core'
import type { features, ViewRoom } from '@foyer/core/internal'
import type { PanelOfAccount } from './account/AccountTabs.js'
import type { PanelName } from './viewEntry.js'

/** The sketches of a feature's views before their code is there, and the chunk that holds it. */
type Pieces = Pick<ViewRoom, 'sketches'> & Required<Pick<ViewRoom, 'load'>>

/** The features that have views. */
export type DrawnFeature = {
  [Name in FeatureName]: keyof (typeof features)[Name]['views'] extends never ? never : Name
}[FeatureName]

const form = ['row', 'row', 'button'] as const
const loadLogin = () => import('./login/loginRoom.js')
const loadBuy = () => import('./buy/buyRoom.js')
const loadNfts = () => import('./nfts/nftsRoom.js')
const loadActivity = () => import('./activity/activityRoom.js')
const loadPreview = () => import('./preview/previewRoom.js')

/** Which chunk holds what of each feature: here alone. */
export const pieces: Readonly<Record<DrawnFeature, Pieces>> = {
  login: {
    sketches: {
      Connect: ['button', 'row', 'row', 'row'],
      Create: ['button', 'row'],
      EmailLogin: ['button'],
      ConnectingSocial: ['image', 'text', 'text'],
      ConnectingFarcaster: ['code', 'text'],
    },
    load: loadLogin,
  },
  email: { sketches: { UpdateEmailWallet: ['button', 'button'] }, load: loadLogin },
  wallets: {
    sketches: { AllWallets: ['row', 'row', 'row', 'row', 'row', 'row'] },
    load: () => import('./views/AllWalletsView.js'),
  },
  signIn: {
    sketches: { SIWXSignMessage: ['image', 'text', 'row', 'button'] },
    load: () => import('./signIn/signInRoom.js'),
  },
  preview: { sketches: { Preview: ['text', 'row', 'row', 'button'] }, load: loadPreview },
  activity: { load: loadActivity },
  send: { sketches: { WalletSend: form, WalletSendPreview: form }, load: () => import('./send/sendRoom.js') },
  swap: { sketches: { Swap: form, SwapPreview: form }, load: () => import('./swap/swapRoom.js') },
  receive: { sketches: { WalletReceive: ['button', 'code', 'text'] }, load: loadBuy },
  onramp: { load: loadBuy },
  pay: {
    sketches: { Pay: ['text', 'row', 'row', 'button'], PayLoading: ['image', 'text', 'text'] },
    load: () => import('./pay/payRoom.js'),
  },
  nfts: { sketches: { Nft: ['code', 'text', 'row'] }, load: loadNfts },
  approvals: { load: loadNfts },
  smartSessions: {
    sketches: { SmartSessionCreated: ['image', 'text', 'row'] },
    load: () => import('./smartSessions/smartSessionsRoom.js'),
  },
  names: { load: () => import('./names/namesRoom.js') },
}

/** The tabs of Account that there are beside the tokens, and the words of reviews: each in the chunk of its feature. */
export const panels: Partial<Readonly<Record<PanelName, PanelOfAccount>>> = {
  nfts: { trait: 'hasNfts', asksServer: true, load: loadNfts },
  activity: { feature: 'history', load: loadActivity },
  words: { feature: 'preview', load: loadPreview },
}

/** The code to scan, and what draws it. */
export const loadPairingCode = (): Promise<typeof import('./pairing/PairingCode.js')> =>
  import('./pairing/PairingCode.js')
