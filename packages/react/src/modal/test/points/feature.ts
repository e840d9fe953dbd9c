import type { NoParams, TransactionOf } from '@foyer/core'
import { type CustomFeature, defineFeature } from '@foyer/core/feature'

/** A feature as a package beside the kit has it: it uses public entries alone. Points are shown, and redeemed with a transaction. */
export const points: CustomFeature = defineFeature({
  feature: 'points',
  views: { Points: { isHeld: ({ state }) => state.connection.attempts.redeem?.step.type === 'walletPrompt' } },
  attempts: ['redeem'],
  events: ['POINTS_REDEEMED'],
  load: () => import('./pointsViews.js'),
})

declare module '@foyer/core' {
  interface Features {
    readonly points?: boolean | undefined
  }
  interface AttemptKinds {
    redeem: TransactionOf<'redeem'>
  }
  interface KitEvents {
    readonly POINTS_REDEEMED: { readonly points: number }
  }
  interface ViewParams {
    Points: NoParams
  }
}

declare module '@foyer/core/messages' {
  interface AddedSentences {
    readonly 'points.title': 'Points'
    readonly 'points.count': 'You have {count} points.'
    readonly 'points.redeem': 'Redeem'
  }
}
