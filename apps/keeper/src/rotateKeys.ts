import type { Orm } from '@foyer/service/db/database'
import type { KeyRing } from '@foyer/service/seal/namedKeys'
import { and, eq, ne } from 'drizzle-orm'
import { partIn } from './ceremony.js'
import { sealedBindings } from './createKeeper.js'
import { inTurn } from './store.js'
import { keeperBindings } from './tables.js'

/**
 * Seals the key of each wallet's row with the first of KEEPER_KEYS. Keepers may answer meanwhile, with both keys.
 * @returns how many rows were sealed anew
 * @throws SealError where a row's key is named by none
 */
export async function rotateKeeperKeys({ orm, keys }: { readonly orm: Orm; readonly keys: KeyRing }): Promise<number> {
  const rows = sealedBindings({ keys })
  const { person, keyName } = keeperBindings
  const old = await orm.select({ person }).from(keeperBindings).where(ne(keyName, keys[0].name))
  for (const each of old) {
    await inTurn({ orm, person: each.person }, async (transaction) => {
      const [binding] = await transaction.select().from(keeperBindings).where(eq(person, each.person))
      const sealed = binding && partIn(binding)
      const wrapped = sealed && rows.rewrap({ row: [binding.person, binding.wallet], sealed })
      if (!wrapped) return
      const own = and(eq(person, each.person), eq(keyName, sealed.keyName))
      await transaction.update(keeperBindings).set(wrapped).where(own)
    })
  }
  return old.length
}
