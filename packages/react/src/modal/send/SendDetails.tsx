import type { SendDraft } from '@foyer/core/send'
import { push } from '@foyer/core/view'
import { Details, LinkButton, part, RefreshIcon } from '@foyer/parts'
import type { ReactNode } from 'react'
import type { Send } from '../../headless/send.js'
import { useModal } from '../modalContext.js'

/** The whole address, the network and the fee. */
export function SendDetails({
  draft: { to, networkName },
  send,
}: {
  readonly draft: SendDraft
  readonly send: Send
}): ReactNode {
  const { foyer, say } = useModal()
  return (
    <Details
      partName="send-details"
      details={[
        { id: 'address', term: say('send.address'), value: <bdi dir="ltr">{to}</bdi> },
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
        { id: 'fee', term: say('send.fee'), value: <Fee send={send} /> },
      ]}
    />
  )
}

function Fee({ send: { fee, feeShown, retryFee } }: { readonly send: Send }): ReactNode {
  const { say } = useModal()
  if (feeShown)
    return (
      <bdi {...part({ name: 'send-fee' })}>
        {feeShown.amount}
        {feeShown.worth ? ` (${feeShown.worth})` : ''}
      </bdi>
    )
  if (fee.status === 'loading' || fee.status === 'ready') return <span aria-busy="true">{say('send.feeLoading')}</span>
  return (
    <LinkButton partName="retry" icon={<RefreshIcon />} onClick={retryFee}>
      {say('button.tryAgain')}
    </LinkButton>
  )
}
