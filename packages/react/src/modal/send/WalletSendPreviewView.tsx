import { requestToSend, shownAmount, worthOf } from '@foyer/core/internal'
import type { SendDraft } from '@foyer/core/send'
import { goBack, push, replace } from '@foyer/core/view'
import { shownName } from '@foyer/core/wallets'
import { Button, type Detail, ErrorState, LinkButton, TokenImage } from '@foyer/parts'
import { type ReactNode, useMemo } from 'react'
import { type Send, useFoyerSend } from '../../headless/send.js'
import { RetryLink } from '../Failed.js'
import { LookAlikeNotes } from '../LookAlike.js'
import { type Modal, useModal } from '../modalContext.js'
import { Fee, Review, type SumProps, WholeAddress } from '../review/Review.js'

/** The exact transfer as the wallet gets it, before it gets it. */
export default function WalletSendPreviewView(): ReactNode {
  const send = useFoyerSend()
  const { phase } = send
  return 'draft' in phase ? <Drafted draft={phase.draft} send={send} /> : <NoDraft phase={phase} />
}

function Drafted({ draft, send }: Draft): ReactNode {
  const modal = useModal()
  const { foyer, say } = modal
  const { phase } = send
  const request = useMemo(() => requestToSend(draft), [draft])
  const sending = phase.status === 'sending'
  const trouble = phase.status === 'reviewing' && phase.notice ? say(phase.notice) : cautionOf(modal, send)
  return (
    <Review
      partName="send-review"
      sum={sumOf({ draft, locale: foyer.options.locale.tag })}
      details={detailsOf(modal, { draft, send })}
      request={request}
      status={sending ? say('send.waiting') : undefined}
      trouble={sending ? undefined : trouble}
      buttons={{
        cancel: say('send.cancel'),
        onCancel: () => {
          send.leave()
          goBack(foyer)
        },
        confirm: say('send.confirm'),
        onConfirm: () => void send.confirm(),
        busy: sending,
        partName: 'send-confirm',
      }}
    >
      {draft.asset.type === 'token' ? <LookAlikeNotes tokens={[{ ...draft, contract: draft.asset.address }]} /> : null}
    </Review>
  )
}

/** Nothing is there to be sent: it was dropped, or the form isn't filled in. */
function NoDraft({ phase }: { readonly phase: Send['phase'] }): ReactNode {
  const { foyer, say } = useModal()
  const message =
    phase.status !== 'dropped'
      ? say('send.incomplete')
      : say(phase.reason === 'moved' ? 'send.moved' : 'error.mayHaveBeenSent')
  return (
    <ErrorState
      message={message}
      action={
        <Button variant="quiet" size="sm" partName="send-back" onClick={() => replace(foyer, { view: 'WalletSend' })}>
          {say('send.backToForm')}
        </Button>
      }
    />
  )
}

function sumOf({ draft, locale }: { readonly draft: SendDraft; readonly locale: string }): SumProps {
  const { amount, decimals, name, symbol, iconUrl, asset } = draft
  const unit = shownName(symbol) || shownName(name) || (asset.type === 'nft' ? `#${asset.tokenId}` : '')
  const image = <TokenImage symbol={unit} src={iconUrl} />
  // Of an NFT there is one, unless its standard counts them.
  const isOne = asset.type === 'nft' && amount === 1n
  const worth = worthOf({ value: amount, of: draft, locale })
  return {
    unit,
    image,
    amount: isOne ? undefined : { value: amount, decimals },
    note: worth && <bdi dir="ltr">{worth}</bdi>,
  }
}

interface Draft {
  readonly draft: SendDraft
  readonly send: Send
}

/** To whom, on which network, and what it takes. */
function detailsOf({ foyer, say }: Modal, { draft, send }: Draft): readonly Detail[] {
  const { to, toName, networkName } = draft
  const kept = keptOf({ foyer }, { draft, send })
  const name = toName === undefined ? undefined : <bdi>{shownName(toName)}</bdi>
  return [
    { id: 'to', term: say('send.recipient'), value: name },
    {
      id: 'address',
      term: say(toName === undefined ? 'send.recipient' : 'send.address'),
      value: <WholeAddress>{to}</WholeAddress>,
    },
    {
      id: 'network',
      term: say('send.network'),
      value: (
        <LinkButton
          partName="send-network"
          aria-label={say('send.changeNetwork', { name: networkName })}
          disabled={send.phase.status === 'sending'}
          onClick={() => push(foyer, { view: 'Networks' })}
        >
          <bdi>{networkName}</bdi>
        </LinkButton>
      ),
    },
    { id: 'fee', term: say('send.fee'), value: <FeeNow send={send} /> },
    { id: 'kept', term: say('send.kept'), value: kept && <bdi dir="ltr">{kept}</bdi> },
  ]
}

/** Returns the balance that is left after sending. */
function keptOf({ foyer }: Pick<Modal, 'foyer'>, { draft: { asset, amount }, send }: Draft): string | undefined {
  const { fee, holding } = send
  if (holding?.value === undefined || asset.type === 'nft') return undefined
  if (asset.type === 'coin' && fee.status !== 'ready') return undefined
  const value = holding.value - amount - (asset.type === 'coin' && fee.status === 'ready' ? fee.fee.value : 0n)
  return value < 0n ? undefined : shownAmount({ value, of: holding, locale: foyer.options.locale.tag })
}

function FeeNow({ send: { fee, feeShown, retryFee } }: { readonly send: Send }): ReactNode {
  const { say } = useModal()
  if (feeShown) return <Fee {...feeShown} />
  if (fee.status === 'loading' || fee.status === 'ready') return <span aria-busy="true">{say('send.feeLoading')}</span>
  return <RetryLink retry={retryFee} />
}

/** Returns the warning against sending it now. */
function cautionOf({ say }: Modal, { fee, feeShown, coin }: Send): string | undefined {
  if (fee.status === 'refused') return say('send.feeRefused')
  if (fee.status === 'unreached') return say('send.feeUnreached')
  return feeShown?.short ? say('send.feeShort', { symbol: shownName(coin?.symbol ?? '') }) : undefined
}
