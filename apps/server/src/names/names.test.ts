import { expect, test } from 'vitest'
import { ChainUnavailableError } from '../chains/refusals.js'
import type { Ens } from './ens.js'
import { createNames } from './names.js'
import { NameUnreadableError } from './refusals.js'

const { signal } = new AbortController()
const address = `0x${'ab'.repeat(20)}`

test('[S7.4] an unreadable name or picture gives an empty identity; where ENS is unavailable, there is no answer', async () => {
  const unreadable = () => Promise.reject(new NameUnreadableError({ cause: null }))
  const away = () => Promise.reject(new ChainUnavailableError({ chainId: 'eip155:1', cause: new Error('no node') }))
  const named = async () => 'alice.eth'
  const none = async () => null
  const identify = (ens: Pick<Ens, 'nameOf' | 'textOf'>) =>
    createNames({ own: null, ens: { ...ens, addressOf: none }, publicUrl: undefined }).identityOf({ address, signal })
  const empty = { name: null, avatar: null }
  expect(await identify({ nameOf: unreadable, textOf: none })).toEqual(empty)
  expect(await identify({ nameOf: named, textOf: unreadable })).toEqual(empty)
  await expect(identify({ nameOf: away, textOf: none })).rejects.toBeInstanceOf(ChainUnavailableError)
})
