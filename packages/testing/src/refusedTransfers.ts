import type { Transfer } from '@foyer/core'
import type { Suite } from './adapterSubject.js'

/** Transfers of which a part can't be: each is refused for that part, before a wallet is asked. */
export function refusedTransfers({ test, expect, made }: Suite): void {
  test('what can’t be sent reaches no wallet, and says which part of it can’t be', async () => {
    const { actions, wallet, addresses, prompts, leastAmount: amount = 1n } = await made()
    const [before, { transfers = ['token', 'nft'] }] = [prompts.count, (await actions.capabilities?.({ wallet })) ?? {}]
    const good = { to: addresses.other, asset: { type: 'coin' }, amount } as const
    const token = { type: 'token', address: addresses.other } as const
    const refused: readonly (readonly [string, Transfer])[] = [
      ['to', { ...good, to: addresses.invalid }],
      ['amount', { ...good, amount: -1n }],
      ...(transfers.includes('token') ? [] : [['asset', { ...good, asset: token }] as const]),
      ...(transfers.includes('nft')
        ? []
        : [['asset', { ...good, asset: { ...token, type: 'nft', tokenId: '1' } }] as const]),
    ]
    for (const [field, transfer] of refused) {
      const error = await actions.sendTransfer?.({ wallet, transfer }).then(String, (cause: unknown) => cause)
      if (error !== undefined) expect(error).toMatchObject({ facts: { field } })
    }
    expect(prompts.count).toBe(before)
  })
}
