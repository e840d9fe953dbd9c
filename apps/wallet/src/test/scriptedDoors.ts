import { decodeBytes } from '@foyer/custody/bytes'
import type { Session } from '@foyer/login/loginCalls'
import { OwnDoor } from '@foyer/login/ownDoor'
import { proofHash } from '@foyer/login/ownDoorKeys'
import * as v from 'valibot'

/** The scripted servers' answers about doors that the visitor alone opens, and about ending what is there. */
export interface ScriptedDoors {
  readonly answers: Record<string, (payload: Record<string, unknown>, device: string) => unknown>
  /** Takes one out. */
  remove(door: unknown): void
  /** Wallets whose part the keeper has deleted. */
  readonly forgotten: ReadonlySet<unknown>
}

export interface ScriptedDoorsParameters {
  /** Returns the owner of a wallet. */
  readonly ownerOf: (wallet: unknown) => string
  readonly session: (person: string) => Session
  readonly refuse: (status: number, code: string) => unknown
}

const Added = v.object({ wallet: v.string(), door: OwnDoor, proofHash: v.string() })

export function scriptedDoors({ ownerOf, session, refuse }: ScriptedDoorsParameters): ScriptedDoors {
  const kept = new Map<unknown, v.InferOutput<typeof Added>>()
  const forgotten = new Set<unknown>()
  const unknown = () => refuse(404, 'door_unknown')
  return {
    forgotten,
    remove: (door) => void kept.delete(door),
    answers: {
      '/login/v1/doors/own/add': (payload) => {
        const added = v.parse(Added, payload)
        kept.set(added.door.door, added)
      },
      '/login/v1/doors/own/list': ({ wallet }) => ({
        doors: [...kept.values()]
          .filter((each) => each.wallet === wallet)
          .map(({ door }) => ({ door, madeAt: 1_800_000_000 })),
      }),
      '/login/v1/doors/own/find': ({ door }) => kept.get(door) ?? unknown(),
      '/login/v1/logins/door': async ({ door, proof }) => {
        const found = kept.get(door)
        const hash = await proofHash(decodeBytes(v.parse(v.string(), proof)))
        return found?.proofHash === hash ? session(ownerOf(found.wallet)) : unknown()
      },
      '/keeper/v1/wallets/part/forget': ({ wallet }) => void forgotten.add(wallet),
    },
  }
}
