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
  view('WalletReceive', ReceiveView, ({ say }) => say('receive.title')),
  view('WalletCompatibleNetworks', CompatibleNetworksView, ({ say }) => say('receive.title')),
  view('OnRampProviders', ProvidersView, ({ say }) => say('onramp.title')),
  view(
    'OnRampReview',
    OnrampReviewView,
    ({ say }) => say('onramp.reviewTitle'),
    ({ provider }) => provider.id,
  ),
  view('BuyInProgress', BuyInProgressView, ({ say }) => say('onramp.buyTitle')),
  view('OnRampActivity', ActivityView, ({ say }) => say('onramp.activityTitle')),
  view('OnRampTokenSelect', TokenSelectView, ({ say }) => say('onramp.selectToken')),
  view('OnRampFiatSelect', FiatSelectView, ({ say }) => say('onramp.selectCurrency')),
  view('WhatIsABuy', WhatIsABuyView, ({ say }) => say('onramp.buyTitle')),
])

export const sentences: Partial<Sentences> = { ...receiveSentences, ...onrampSentences }

export const css: string = buySheet
