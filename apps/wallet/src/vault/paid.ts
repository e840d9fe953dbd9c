import type { DeviceStore } from './deviceStore.js'

/** Those who were paid last are remembered, so many of them. */
const mostPaid = 200

/** Whom this device's wallet has paid: who resembles one of them is pointed out [F14]. */
export function paidBy({ get }: Pick<DeviceStore, 'get'>): readonly string[] {
  const { wallet, paid } = get()
  return wallet && paid?.wallet === wallet.wallet ? paid.addresses : []
}

/** Remembers whom the wallet has paid. */
export async function rememberPaid(
  store: Pick<DeviceStore, 'get' | 'set'>,
  addresses: readonly string[],
): Promise<void> {
  const { wallet } = store.get()
  const known = paidBy(store)
  // What is known by a name needs no looking for who resembles it.
  const fresh = addresses.filter((each) => !known.includes(each) && !/\s/.test(each))
  if (!wallet || fresh.length === 0) return
  await store.set({ paid: { wallet: wallet.wallet, addresses: [...fresh, ...known].slice(0, mostPaid) } })
}
