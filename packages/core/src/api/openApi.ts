import type { StoreApi } from 'zustand/vanilla'
import type { Family } from '../chain/ids.js'
import type { Clock } from '../clock/clock.js'
import type { ResolvedOptions } from '../config/options.js'
import type { Adapter } from '../connector/connector.js'
import { networkIdOf } from '../store/selectors.js'
import type { FoyerState } from '../store/state.js'
import { sdkVersion } from '../wire/sdk.js'
import { type Api, createApi } from './createApi.js'

export interface OpenApiParameters {
  readonly options: ResolvedOptions
  readonly origin: string
  readonly adapters: ReadonlyMap<Family, Adapter>
  readonly store: StoreApi<FoyerState>
  readonly clock: Clock
  readonly report: (error: unknown) => void
}

/** A kit's own client of its operator's server: it speaks for the active network, under the kit's version. */
export function openApi({ options, origin, adapters, store, clock, report }: OpenApiParameters): Api {
  return createApi({
    origin,
    projectId: options.projectId,
    sdkVersion: sdkVersion({ platform: options.platform, adapters: [...adapters.values()].map(({ type }) => type) }),
    network: () => networkIdOf(store.getState()),
    onError: report,
    clock,
  })
}
