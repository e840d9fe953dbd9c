import { Link, part } from '@foyer/parts'
import type { ReactNode } from 'react'
import { HelpBlock } from '../HelpBlock.js'
import { useModal } from '../modalContext.js'

const learnMoreUrl = 'https://ethereum.org/en/developers/docs/networks/'

/** What a network is. */
export default function WhatIsANetworkView(): ReactNode {
  const { say } = useModal()
  return (
    <>
      <HelpBlock illustration="network-nodes" title={say('help.nuts')} text={say('help.nutsText')} />
      <HelpBlock illustration="network-uses" title={say('help.uses')} text={say('help.usesText')} />
      <div {...part({ name: 'actions' })}>
        <Link variant="button" href={learnMoreUrl} newTabHint={say('shell.opensNewTab')} arrow>
          {say('help.learnMore')}
        </Link>
      </div>
    </>
  )
}
