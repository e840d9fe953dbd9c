import { Button, Link, part, WalletIcon } from '@foyer/parts'
import type { ReactNode } from 'react'
import { useGetWallet } from '../ConnectView.js'
import { HelpBlock } from '../HelpBlock.js'
import { useModal } from '../modalContext.js'

const learnMoreUrl = 'https://ethereum.org/en/developers/docs/networks/'

/** The explanation of a network. */
export function WhatIsANetworkView(): ReactNode {
  const { say } = useModal()
  return (
    <>
      <HelpBlock illustration="network-nodes" title={say('help.nuts')} text={say('help.nutsText')} />
      <HelpBlock illustration="network-uses" title={say('help.uses')} text={say('help.usesText')} />
      <div data-look="stack-2" {...part({ name: 'actions' })}>
        <Link variant="button" href={learnMoreUrl} newTabHint={say('shell.opensNewTab')} arrow>
          {say('help.learnMore')}
        </Link>
      </div>
    </>
  )
}

/** The explanation of a wallet, and how to begin. */
export function WhatIsAWalletView(): ReactNode {
  const { say } = useModal()
  const getWallet = useGetWallet()
  return (
    <>
      <HelpBlock illustration="login" title={say('help.login')} text={say('help.loginText')} />
      <HelpBlock illustration="assets" title={say('help.home')} text={say('help.homeText')} />
      <HelpBlock illustration="gateway" title={say('help.gateway')} text={say('help.gatewayText')} />
      <div data-look="stack-2" {...part({ name: 'actions' })}>
        <Button partName="get-wallet" icon={<WalletIcon />} onClick={getWallet}>
          {say('help.getWallet')}
        </Button>
      </div>
    </>
  )
}
