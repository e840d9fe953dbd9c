import type { ViewName } from '@foyer/core'
import { onrampSentences, receiveSentences, type Sentences } from '@foyer/core/messages'
import buySheet from '../styles/buy.css?inline'
import { type ViewEntry, view } from '../viewEntry.js'
import { ActivityView } from './ActivityView.js'
import { BuyInProgressView } from './BuyInProgressView.js'
import { FiatSelectView, TokenSelectView } from './ChoiceViews.js'
import { CompatibleNetworksView } from './CompatibleNetworksView.js'
import { OnrampReviewView } from './OnrampReviewView.js'
import { ProvidersView } from './ProvidersView.js'
import { ReceiveView } from './ReceiveView.js'
import { WhatIsABuyView } from './WhatIsABuyView.js'

export { OnrampWidgetRoot } from './OnrampWidgetRoot.js'

/** Receiving and buying, in one chunk: who has no coins yet needs the one or the other. */
export const views: ReadonlyMap<ViewName, ViewEntry> = new Map<ViewName, ViewEntry>([
  view('WalletReceive', ReceiveView, 'receive.title'),
  view('WalletCompatibleNetworks', CompatibleNetworksView, 'receive.title'),
  view('OnRampProviders', ProvidersView, 'onramp.title'),
  view('OnRampReview', OnrampReviewView, 'onramp.reviewTitle', ({ provider }) => provider.id),
  view('BuyInProgress', BuyInProgressView, 'onramp.buyTitle'),
  view('OnRampActivity', ActivityView, 'onramp.activityTitle'),
  view('OnRampTokenSelect', TokenSelectView, 'onramp.selectToken'),
  view('OnRampFiatSelect', FiatSelectView, 'onramp.selectCurrency'),
  view('WhatIsABuy', WhatIsABuyView, 'onramp.buyTitle'),
])

export const sentences: Partial<Sentences> = { ...receiveSentences, ...onrampSentences }

export const css: string = buySheet
