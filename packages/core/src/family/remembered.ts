import * as v from 'valibot'
import type { Family, NetworkId } from '../chain/ids.js'
import { isNetworkId } from '../chain/wellWritten.js'
import type { KeyValueStorage } from '../storage/persistence.js'

/** A family's network, by its CAIP-2 id. */
export const networkIdOf = (family: Family) =>
  v.custom<NetworkId>((said) => typeof said === 'string' && said.startsWith(`${family}:`) && isNetworkId(said))

/** The state that a wallet showed, in the kit's corner of the browser's storage. */
export interface RememberedPlace<Shown> {
  keep(shown: Shown): void
  /** @returns null where nothing is kept, or what isn't what a wallet shows */
  read(): Shown | null
  forget(): void
}

/** Keeps what a wallet showed: asked again it may prompt. It grants nothing: whatever is signed is asked for in the wallet. */
export function rememberedAt<Shown>({
  storage,
  id,
  schema,
  plain = (shown) => shown,
}: {
  readonly storage: KeyValueStorage
  /** The connector's. */
  readonly id: string
  /** Reads what is kept; undefined for what is none. */
  readonly schema: v.GenericSchema<unknown, Shown | undefined>
  /** Returns the state to keep, as JSON; all of it by default. */
  readonly plain?: ((shown: Shown) => unknown) | undefined
}): RememberedPlace<Shown> {
  const Kept = v.pipe(v.string(), v.parseJson(), schema)
  return {
    keep: (shown) => storage.setItem(id, JSON.stringify(plain(shown))),
    read() {
      const { success, output } = v.safeParse(Kept, storage.getItem(id))
      return (success ? output : undefined) ?? null
    },
    forget: () => storage.removeItem(id),
  }
}
