import type { NetworkId } from '@foyer/core'
import { isSent, type SentReceipt, sentReceipt } from '@foyer/core/internal'
import { useKit } from '../kit.js'
import { useSelect } from '../useSelect.js'
import { useFoyerTokens } from './tokens.js'
import { useTracked } from './transactions.js'

/** Follows a transaction that was sent here to its end. */
export function useReceipt(sent: {
  readonly networkId: NetworkId | undefined
  readonly hash: string | undefined
}): SentReceipt {
  const { foyer } = useKit()
  const tracked = useTracked().find((each) => isSent(each, sent))
  const { tokens } = useFoyerTokens()
  const network = useSelect(({ networks }) => networks.find(({ caipNetworkId }) => caipNetworkId === sent.networkId))
  const price = tokens.find(({ address }) => address === undefined)?.price
  return sentReceipt({ sent: sent.hash, tracked, network, price, locale: foyer.options.locale.tag })
}
