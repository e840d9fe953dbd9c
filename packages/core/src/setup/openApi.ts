import { createApi } from '../api/createApi.js'
import type { Api } from '../api/project.js'
import type { Family } from '../chain/ids.js'
import type { Clock } from '../clock/clock.js'
import type { Adapter } from '../connector/connector.js'
import { networkIdOf } from '../state/selectors.js'
import type { FoyerState } from '../state/state.js'
import type { Store } from '../store/store.js'
import { sdkVersion } from '../wire/sdk.js'

export interface OpenApiParameters {
  readonly options: { readonly projectId: string; readonly platform: string }
  readonly origin: string
  readonly adapters: ReadonlyMap<Family, Adapter>
  readonly store: Store<FoyerState>
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
