import type { Foyer, FoyerState, ViewName } from '@foyer/core'
import { FeatureDisabledError, SignInDisabledError, ViewNotFoundError } from '@foyer/core/errors'
import {
  contextOf,
  enViews,
  type FoyerContext,
  featureOf,
  features,
  isUsable,
  type ViewRoom,
  viewRoomOf,
  walletOf,
} from '@foyer/core/internal'
import type { PlainSentenceKey } from '@foyer/core/messages'
import { shownName } from '@foyer/core/wallets'
import { modalPartsCss, viewPartsCss } from '@foyer/parts'
import { createElement } from 'react'
import type { PanelOfAccount, PanelRoom } from '../account/AccountTabs.js'
import { type DrawnFeature, panels, pieces } from '../pieces.js'
import ReceiptView from '../review/ReceiptView.js'
import accountSheet from '../styles/account.css?inline'
import careSheet from '../styles/care.css?inline'
import fadeSheet from '../styles/fade.css?inline'
import reviewSheet from '../styles/review.css?inline'
import viewsSheet from '../styles/views.css?inline'
import { type Brought, type PanelName, type ShownName, type Sketches, type ViewEntry, view } from '../viewEntry.js'
import { AccountSettingsView } from './AccountSettingsView.js'
import AccountView from './AccountView.js'
import ConnectingExternalView from './ConnectingExternalView.js'
import ConnectingMultiChainView from './ConnectingMultiChainView.js'
import { ConnectingWalletConnectBasicView, ConnectingWalletConnectView } from './ConnectingWalletConnectView.js'
import DownloadsView from './DownloadsView.js'
import GetWalletView from './GetWalletView.js'
import { guarded } from './guarded.js'
import { NetworksView, SwitchActiveChainView, UnsupportedChainView } from './NetworksView.js'
import SwitchAddressView from './SwitchAddressView.js'
import SwitchNetworkView from './SwitchNetworkView.js'
import { UnavailableView } from './UnavailableView.js'
import { WhatIsANetworkView, WhatIsAWalletView } from './WhatIsViews.js'

/**
 * Every view but Connect and those that few visitors need, in one chunk: with their sheet and sentences, and what they are made of. The face of the
 * account button is exported whole, so that a bundler makes one chunk of it; what several features share is exported too, as it would be a chunk each.
 */
export { sendCall, sendTransfer, signMessage } from '@foyer/core/actions'
export { askReviewed, mapped, selected } from '@foyer/core/internal'
export { explorerUrl } from '@foyer/core/networks'
export { nativeTokens } from '@foyer/core/wire'
export { AmountField, Details, LazyPicture, RowItem, Tooltip } from '@foyer/parts'
export { AccountFace, NetworkFace } from '../../face/face.js'
export { networkImageOf } from '../../face/networkImage.js'
export { AllOrBuy } from '../account/AllOrBuy.js'
export { Beside } from '../Beside.js'
export { CodeToScan } from '../CodeToScan.js'
export { CoinImage } from '../CoinImage.js'
export { CopyLink } from '../CopyLink.js'
export { connectByName } from '../connectByName.js'
export { default as DeveloperAlert } from '../DeveloperAlert.js'
export { EmbeddedModal } from '../EmbeddedModal.js'
export { Failed, Missing, Retry, RetryLink } from '../Failed.js'
export { useReturnedFocus } from '../hooks/useReturnedFocus.js'
export { default as LegalCheckbox } from '../LegalCheckbox.js'
export { LookAlike, LookAlikeNotes } from '../LookAlike.js'
export { default as NetworkChip } from '../NetworkChip.js'
export { loadPairingCode } from '../pieces.js'
export { Receipt, receiptDetails } from '../review/ReceiptView.js'
export {
  Fee,
  Review,
  ReviewButtons,
  ReviewedContext,
  Sum,
  TransactionHash,
  useReviewWords,
  WholeAddress,
} from '../review/Review.js'

export { NoWallet } from './NoWallet.js'

export const sentences: typeof enViews = enViews

/** The sheet of every view but Connect, which needs none of it. */
export const css: string =
  viewPartsCss + modalPartsCss + viewsSheet + accountSheet + reviewSheet + careSheet + fadeSheet

/** A name, the same in every language. */
const pairingName = 'WalletConnect'

/** The views of this chunk. */
export const views: ReadonlyMap<ViewName, ViewEntry> = new Map<ViewName, ViewEntry>([
  view(
    'ConnectingExternal',
    ConnectingExternalView,
    ({ foyer, state, say }, { connectorId }) =>
      walletOf({ id: connectorId, state, foyer })?.name ?? say('connect.title'),
    ({ connectorId }) => connectorId,
  ),
  view('ConnectingMultiChain', ConnectingMultiChainView, 'connect.selectChain', ({ connectorId }) => connectorId),
  view(
    'ConnectingWalletConnect',
    ConnectingWalletConnectView,
    (_, { wallet }) => shownName(wallet?.name ?? '') || pairingName,
    ({ wallet }) => wallet?.id,
  ),
  view('ConnectingWalletConnectBasic', ConnectingWalletConnectBasicView, () => pairingName),
  view('Account', () => createElement(AccountView, { panels }), 'account.title'),
  view('AccountSettings', AccountSettingsView, 'account.settings'),
  view('SwitchAddress', SwitchAddressView, 'account.switchTitle'),
  view('Networks', NetworksView, 'network.title'),
  view(
    'SwitchNetwork',
    SwitchNetworkView,
    ({ state, say }, { networkId }) =>
      state.networks.find(({ caipNetworkId }) => caipNetworkId === networkId)?.name ?? say('network.switchTitle'),
    ({ networkId }) => networkId,
  ),
  view('SwitchActiveChain', SwitchActiveChainView, 'network.switchChainTitle', ({ networkId }) => networkId),
  view('Receipt', ReceiptView, 'receipt.transaction', ({ hash }) => hash),
  view('UnsupportedChain', UnsupportedChainView, 'network.unsupportedTitle'),
  view('WhatIsAWallet', WhatIsAWalletView, 'help.walletTitle'),
  view('WhatIsANetwork', WhatIsANetworkView, 'help.networkTitle'),
  view('GetWallet', GetWalletView, 'help.getWalletTitle'),
  view(
    'Downloads',
    DownloadsView,
    ({ say }, { wallet }) => {
      const name = shownName(wallet.name)
      return name === '' ? say('help.downloadsTitle') : say('help.getNamed', { name })
    },
    ({ wallet }) => wallet.id,
  ),
])

/** The sketches of the views of other chunks before their code is there. */
export const sketches: Sketches = Object.assign({}, ...Object.values(pieces).map((each) => each.sketches))

/**
 * Fetches a view, or what a tab of Account shows.
 *
 * @param parameters.add - receives the sentences and the sheet of its chunk, before it is drawn
 */
export async function loadView({
  name,
  foyer,
  add,
}: {
  readonly name: ShownName
  readonly foyer: Foyer
  readonly add: (room: Brought) => void
}): Promise<ViewEntry> {
  if (!isUsable(foyer.options)) return notSetUp
  if (isPanel(name)) return loadPanel({ panel: panels[name], add })
  const present = views.get(name)
  if (present) return present
  const context = contextOf(foyer)
  const feature = featureOf<DrawnFeature>(features, name)
  const room: ViewRoom | undefined = feature
    ? { ...features[feature], ...pieces[feature] }
    : await addedRoom(context, name)
  if (!room?.load) return undrawn(context, name)
  const { feature: option } = room
  if (option && isOff(room, { name, state: foyer.store.getState() })) {
    context.report(new FeatureDisabledError({ feature: option, view: name }))
    return unavailable
  }
  if (room.signsIn && !(foyer.options.siwx ?? foyer.options.siweConfig)) {
    context.report(new SignInDisabledError())
    return unavailable
  }
  const [loaded] = await Promise.all([room.load(context), context.queries()])
  const sentences = { ...loaded.sentences, ...loaded.translations?.[foyer.options.locale.tag] }
  add({ ...loaded, sentences })
  const entry = loaded.views.get(name)
  if (!entry) return undrawn(context, name)
  return feature ? entry : guarded({ entry, view: name, report: context.report })
}

/** Stands where nothing draws the view that was opened: the host learns which. */
function undrawn({ report }: FoyerContext, view: ViewName): ViewEntry {
  report(new ViewNotFoundError({ view }))
  return unavailable
}

/** The room of a package's view: known once the rules of all features are there. */
async function addedRoom(context: FoyerContext, name: ViewName): Promise<ViewRoom | undefined> {
  await context.queries()
  return viewRoomOf(context, name)
}

/** Is it switched off? By its option, unless it says so itself. */
const isOff = (
  { feature, isOff }: ViewRoom,
  { name, state }: { readonly name: ViewName; readonly state: FoyerState },
): boolean => (isOff ? isOff(state, name) : feature !== undefined && !state.features[feature])

const isPanel = (name: ShownName): name is PanelName => name === 'nfts' || name === 'activity' || name === 'words'

async function loadPanel({
  panel,
  add,
}: {
  readonly panel: PanelOfAccount | undefined
  readonly add: (room: PanelRoom) => void
}): Promise<ViewEntry> {
  if (!panel) return unavailable
  const room = await panel.load()
  add(room)
  return { title: () => '', draw: () => createElement(room.Panel) }
}

const without = (message: PlainSentenceKey): ViewEntry => ({
  title: (_, { say }) => say('shell.notAvailable'),
  draw: () => createElement(UnavailableView, { message }),
})

const unavailable = without('help.notAvailable')

/** In the place of every view of a kit whose options let nothing work: what it says to a visitor. */
const notSetUp = without('error.misconfigured')
