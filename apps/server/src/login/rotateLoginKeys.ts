import type { Orm } from '@foyer/service/db/database'
import type { KeyRing } from '@foyer/service/seal/namedKeys'
import { createSealedRows } from '@foyer/service/seal/sealedRows'
import { claimKeys, forgetFormerKeys } from '@foyer/service/seal/usedKeys'
import { and, eq, ne } from 'drizzle-orm'
import { loginDoors, usedKeys } from '../db/schema/index.js'

/** The use that contributions are sealed for. */
export const doorSealing = 'login doors'

const mostAtOnce = 500

interface OfLogin {
  readonly orm: Orm
  readonly keys: KeyRing
}

const used = { table: usedKeys, setting: 'LOGIN_KEYS' } as const

/** Writes down the current key of a login's database, and refuses keys that lack one it was used with. @throws UsedKeyError */
export const claimLoginKeys = (login: OfLogin): Promise<void> =>
  claimKeys({ ...used, ...login, rotation: 'foyer-server rotate-login-keys' })

/**
 * Seals the key of each door's row under the current one of the operator's keys; what is under the row's key stays. It can be ended and run again at any
 * time, beside nodes that serve. Once it is done, other keys than the current one may be left out.
 * @returns how many rows it changed
 * @throws UsedKeyError · SealError where a row's key isn't given
 */
export async function rotateLoginKeys({ orm, keys }: OfLogin): Promise<number> {
  await claimLoginKeys({ orm, keys })
  const sealedDoors = createSealedRows({ keys, use: doorSealing })
  const isOld = ne(loginDoors.keyName, keys[0].name)
  for (let changed = 0; ; ) {
    const rows = await orm.select().from(loginDoors).where(isOld).limit(mostAtOnce)
    if (rows.length === 0) {
      await forgetFormerKeys({ ...used, orm, keys })
      return changed
    }
    for (const row of rows) {
      const { wallet, door, kind, keyName, rowKey } = row
      const anew = sealedDoors.rewrap({ row: [wallet, door, kind], sealed: row })
      // One that was changed or removed meanwhile is left as it is.
      const isSame = and(eq(loginDoors.wallet, wallet), eq(loginDoors.door, door), eq(loginDoors.rowKey, rowKey))
      if (anew !== null)
        await orm
          .update(loginDoors)
          .set(anew)
          .where(and(isSame, eq(loginDoors.keyName, keyName)))
      changed += 1
    }
  }
}
