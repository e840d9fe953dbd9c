import { Button, part, WalletIcon } from '@foyer/parts'
import type { ReactNode } from 'react'
import { HelpBlock } from '../HelpBlock.js'
import { useGetWallet } from '../hooks/useConnect.js'
import { useModal } from '../modalContext.js'

/** What a wallet is for, and how to begin. */
export default function WhatIsAWalletView(): ReactNode {
  const { say } = useModal()
  const getWallet = useGetWallet()
  return (
    <>
      <HelpBlock illustration="login" title={say('help.login')} text={say('help.loginText')} />
      <HelpBlock illustration="assets" title={say('help.home')} text={say('help.homeText')} />
      <HelpBlock illustration="gateway" title={say('help.gateway')} text={say('help.gatewayText')} />
      <div {...part({ name: 'actions' })}>
        <Button partName="get-wallet" icon={<WalletIcon />} onClick={getWallet}>
          {say('help.getWallet')}
        </Button>
      </div>
    </>
  )
}
