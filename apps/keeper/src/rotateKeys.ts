import type { KeeperKeys } from '@foyer/custody/keeperCalls'
import type { Orm } from '@foyer/service/db/database'
import type { KeyRing } from '@foyer/service/seal/namedKeys'
import { claimForGood, claimKeys, forgetFormerKeys } from '@foyer/service/seal/usedKeys'
import { and, eq, ne } from 'drizzle-orm'
import { partIn } from './ceremony.js'
import { sealedBindings } from './createKeeper.js'
import { inTurn } from './store.js'
import { keeperBindings, keeperUsedKeys } from './tables.js'

interface OfKeeper {
  readonly orm: Orm
  readonly keys: KeyRing
}

const used = { table: keeperUsedKeys, setting: 'KEEPER_KEYS' } as const

/** Writes down a keeper's current key and its own keys in its database, and refuses others than it was used with. @throws UsedKeyError */
export async function claimKeeperKeys({
  orm,
  keys,
  publicKeys: { sealing, signing },
}: OfKeeper & { readonly publicKeys: KeeperKeys }): Promise<void> {
  await claimKeys({ ...used, orm, keys, rotation: 'foyer-keeper rotate-keys' })
  await claimForGood({ orm, table: keeperUsedKeys, setting: 'KEEPER_SECRET', text: `${sealing} ${signing}` })
}

/**
 * Seals the key of each wallet's row with the first of KEEPER_KEYS. Keepers may answer meanwhile, with both keys.
 * @returns how many rows were sealed anew
 * @throws SealError where a row's key is named by none
 */
export async function rotateKeeperKeys({ orm, keys }: OfKeeper): Promise<number> {
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
  await forgetFormerKeys({ ...used, orm, keys })
  return old.length
}
