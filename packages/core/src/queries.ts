/** The queries and their cache, in one chunk: of the operator's server, its directory of wallets, and of the chains. */

import { balance, tokens } from './account/balances.js'
import { identity } from './account/identity.js'
import { nfts } from './account/nfts.js'
import { activity } from './activity/activity.js'
import { approvals } from './approvals/accountApprovals.js'
import type { Definition, Fetchable, OfAccount } from './query/definition.js'

export { knownTokens, listTokens } from './account/balances.js'
export { trackSent } from './actions/trackSent.js'
export { addFeatures } from './addFeatures.js'
export { history, prices, purchases, smartSessions } from './api/account.js'
export { nameSuggestions, namesOf, nameZone, registerName, resolveName } from './api/names.js'
export { onrampOptions, onrampQuote, onrampUrl, payExchanges, payStatus, payUrl } from './api/payments.js'
export { alertFor } from './api/project.js'
export { answer } from './attempt/answer.js'
export { runSigning } from './attempt/runAttempt.js'
export { awaitUnlock } from './connection/awaitUnlock.js'
export { followTab } from './connection/followTab.js'
export { checkLogin, raiseSurface, showRefusal, showSurface, takeUp } from './connection/login.js'
export { switchNetwork } from './connection/switchNetwork.js'
export { refuseEmpty } from './permissions/refuseEmpty.js'
export { questionsOf } from './preview/outside.js'
export { isPreviewed, previewFirst } from './preview/previewFirst.js'
export { follow } from './query/follow.js'
export { queryClientOf } from './query/queryClientOf.js'
export { paidRecipients } from './send/paid.js'
export { alertOf, logAlert, refusingControls } from './setup/developerAlerts.js'
export { openApi } from './setup/openApi.js'
export { createEventSender } from './telemetry/createEventSender.js'
export { askToSend, mayHaveBeenSent, runTransaction } from './transactions/runTransaction.js'
export { showReceipt, trayOf } from './transactions/tray.js'
export { directoryOf, preloadImages } from './wallets/directory.js'
export { findWalletByName, searchDirectory } from './wallets/directoryQueries.js'
export { openWalletLink, routeToWallet } from './wallets/routeToWallet.js'
export { walletButtonIds } from './wire/wallet.js'
export { outsideOf, simulated } from './words/outsideOf.js'

/** The definition of each query about an account, by its name. */
export const named: { readonly [Name in keyof Fetchable]: Definition<OfAccount, Fetchable[Name]> } = {
  balance,
  tokens,
  identity,
  activity,
  nfts,
  approvals,
}

type Code = typeof import('./queries.js')

declare module './context.js' {
  interface Queries extends Code {}
}
