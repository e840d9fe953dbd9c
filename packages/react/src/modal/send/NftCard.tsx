import { decimalSeparator } from '@foyer/core/chain'
import { shownName } from '@foyer/core/wallets'
import { AmountField, part, TokenImage } from '@foyer/parts'
import type { ReactNode } from 'react'
import type { Send } from '../../headless/send.js'
import { useModal } from '../modalContext.js'

/** The NFT that is sent: its picture and name; how many of it, where there may be several. */
export function NftCard({
  send,
  fault,
}: {
  readonly send: Send
  /** Of the number of them, in a sentence. */
  readonly fault: string | undefined
}): ReactNode {
  const { foyer, say } = useModal()
  const { form, available, setAmount } = send
  if (form.asset?.type !== 'nft') return null
  const { name = '', tokenId, imageUrl, standard } = form.asset
  const label = shownName(name) || `#${tokenId}`
  const picture = <TokenImage symbol={label} src={imageUrl} />
  if (standard === 'erc1155')
    return (
      <AmountField
        partName="send-nft"
        label={label}
        value={form.amount}
        decimal={decimalSeparator(foyer.options.locale.tag)}
        onValueChange={setAmount}
        error={fault}
        token={picture}
        available={available === undefined ? undefined : say('send.balance', { amount: available })}
      />
    )
  return (
    <div {...part({ name: 'send-nft' })}>
      {picture}
      <span {...part({ name: 'send-nft-name' })} dir="auto" title={label}>
        {label}
      </span>
    </div>
  )
}
