import type { RunAttemptParameters } from './attempt/runAttempt.js'
import { runAttempt as run } from './attempt/runAttempt.js'
import type { CustomFeature } from './config/options.js'
import { contextOf } from './context.js'
import type { KitEvent } from './events/event.js'
import type { Feature } from './feature/feature.js'
import type { Foyer } from './foyer.js'

export type { CustomFeature, Feature }

/**
 * Makes a feature of a package beside the kit: it is described as the kit's own are, and `customFeatures` adds it. A name that is taken, and a rule that throws, are reported to
 * `onError`; the kit stays as it was.
 *
 * @example
 * const loyalty = defineFeature({ feature: 'loyalty', views: { Points: {} }, attempts: ['redeem'], events: ['POINTS_REDEEMED'], load: () => import('./points.js') })
 * createFoyer({ …, features: { loyalty: true }, customFeatures: [loyalty] })
 */
export const defineFeature = (feature: Feature): CustomFeature => ({ option: feature.feature, feature })

/** Runs an attempt of a feature, from its start to whichever end comes first; the store shows it all along. @throws as the kit's own: what the task threw, as one of the kit's errors; AbortedError; RequestTimeoutError */
export const runAttempt = <T, R>(foyer: Foyer, parameters: RunAttemptParameters<T, R>): Promise<R> =>
  run(contextOf(foyer), parameters)

/** Emits an event of a feature. */
export const emitEvent = (foyer: Foyer, event: KitEvent): void => contextOf(foyer).track(event)
