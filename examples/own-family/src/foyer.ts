import { createFoyer } from '@foyer/core'
import { backendSiwx } from './backendSiwx'
import { sui, suiLocal, suiMainnet, suiTestnet } from './sui'

const local: string | undefined = import.meta.env.VITE_LOCAL_SUI

export const foyer = createFoyer({
  projectId: 'my-dapp', // your project at your own server; any name, as long as you have none
  networks: local ? [suiLocal(local)] : [suiMainnet, suiTestnet],
  adapters: [sui()], // the adapter of your own, beside those of the kit
  siwx: backendSiwx(),
})
