import type { Transfer } from '@foyer/core'
import type { Suite } from './adapterSubject.js'

/** The parts of an adapter by which wallets elsewhere are asked, and accounts are told from others. */
export function askedElsewhere({ test, expect, made }: Suite): void {
  test('what a wallet elsewhere is asked for names its method, and is of one transfer alone', async () => {
    const { actions, network, own, addresses, leastAmount = 1n } = await made()
    if (!actions.sendTransfer || !actions.walletRequest) return
    const asked = async (amount: bigint) => {
      const transfer: Transfer = { to: addresses.other, asset: { type: 'coin' }, amount }
      const of = { network, networkId: network.caipNetworkId, address: own }
      return actions.walletRequest?.({ ...of, asked: { transfer } })
    }
    const [one, more] = [await asked(leastAmount), await asked(leastAmount + 1n)]
    expect([one, more].map((each) => (each?.method ?? '').length > 0)).toEqual([true, true])
    expect(written(one?.params) === written(more?.params)).toBe(false)
  })

  test('its accounts have the keys that its wallet says, whether they are known or not', async () => {
    const { actions, wallet, own } = await made()
    if (!actions.readAccounts) return
    const [first, ...others] = await actions.readAccounts({ wallet })
    expect(first).toMatchObject({ address: own })
    expect(others.some(({ address }) => address === own)).toBe(false)
    const unknown = wallet.accounts.map((account) => ({ ...account, publicKey: undefined }))
    const [account = wallet.account, ...rest] = unknown
    const [found] = await actions.readAccounts({ wallet: { ...wallet, account, accounts: [account, ...rest] } })
    // Some wallets say a key only as they connect.
    expect([first.publicKey, undefined].includes(found.publicKey)).toBe(true)
  })

  test('an address is of its network, and of its family where no network is named', async () => {
    const { actions, network, own } = await made()
    if (!actions.parseAddress) return
    expect(actions.parseAddress(own, network.caipNetworkId)).toBe(actions.parseAddress(own))
    expect((actions.showAddress?.(own) ?? own).length > 0).toBe(true)
  })
}

const written = (value: unknown): string =>
  JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? String(each) : each)) ?? ''
