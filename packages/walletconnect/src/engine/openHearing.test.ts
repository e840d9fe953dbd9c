import { ChunkLoadError } from '@foyer/core/errors'
import { expect, test } from 'vitest'
import { testStorage } from '../dapp/test/dapp.js'
import { createTestWorld } from '../dapp/test/world.js'
import { testCiphers } from '../transport/test/ciphers.js'
import { openHearing } from './openHearing.js'

test.each(['agreement', 'encryption'] as const)(
  '[F18] nothing hears a wallet that can’t open what it says: without %s it is an error, and tried again',
  async (missing) => {
    const { clock, dapp } = await createTestWorld()
    const { algorithms, ...ciphers } = await testCiphers()
    const open = (isThere: boolean) =>
      openHearing({
        transport: dapp.transport,
        ciphers: {
          ...ciphers,
          algorithms: isThere
            ? algorithms
            : { ...algorithms, [missing]: () => Promise.reject(new ChunkLoadError({ chunk: 'noble' })) },
        },
        clock,
        nextId: () => '1',
        tell() {},
        report() {},
        storage: testStorage(),
        relay: '',
      })
    await expect(open(false)).rejects.toBeInstanceOf(ChunkLoadError)
    const hearing = await open(true)
    expect(await hearing.sessions()).toEqual([])
    hearing.stop()
  },
)
