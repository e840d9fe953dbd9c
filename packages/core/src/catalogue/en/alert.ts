/** The developer's sentences of the alert bar [S8.21 S8.22 S8.27 S8.28], below each the longer text of the console. */
export const alert = {
  'alert.dismiss': 'Dismiss',
  'alert.invalidOptions': 'Invalid options',
  'alert.invalidOptionsMore': 'Correct what `createFoyer` is given.',
  'alert.networkNotFound': 'Network Not Found',
  'alert.networkNotFoundMore':
    'A switch to {network} was asked for, which is not among the networks of this kit. Add it to `networks`.',
  'alert.invalidAppConfiguration': 'Invalid App Configuration',
  'alert.invalidAppConfigurationMore':
    'The origin {origin} is not on the list of the project’s allowed origins. Add it at the server that `api` names.',
  'alert.projectIdNotConfigured': 'Project ID Not Configured',
  'alert.projectIdNotConfiguredAlone':
    'No `projectId` was given. Any name for the dapp will do as long as there is no `api`: what is kept in the browser is kept under it.',
  'alert.projectIdNotConfiguredMore':
    'No `projectId` was given. Make a project at the server that `api` names and pass its id.',
  'alert.invalidProjectId': 'Invalid Project ID',
  'alert.invalidProjectIdMore':
    'The server does not know this project id. Compare `projectId` with the project at the server that `api` names.',
  'alert.relayOriginMore':
    'The origin {origin} is not on the list of the project at the relay {relay}. Add it where the relay’s project id came from.',
  'alert.relayProjectMore':
    'The relay {relay} does not know this project id. Pass one of its own operator to `walletConnect` as `projectId`; or name a relay of your own as `relayUrl`.',
  'alert.relayNoProjectMore':
    'The relay {relay} needs a project id. Pass one of its own operator to `walletConnect` as `projectId`; or name a relay of your own as `relayUrl`.',
  'alert.sessionExpired': 'Session Expired',
  'alert.sessionExpiredMore':
    'The server does not accept the token yet. Compare the clock of this machine with the server’s.',
  'alert.frameLoad': 'Network Error - Could not load embedded wallet',
  'alert.frameLoadMore':
    'The embedded wallet’s page did not load in {origin}. Let the content policy have it in `frame-src`, and look whether `secureOrigin` leads to it and the project allows this origin.',
  'alert.frameTimeout': 'Embedded Wallet Request Timed Out',
  'alert.frameTimeoutMore': 'The embedded wallet’s page did not answer in time. Look at its server’s log.',
  'alert.unverifiedDomain': 'Unverified Domain',
  'alert.unverifiedDomainMore':
    'The embedded wallet’s page does not load in {origin}: the project does not list this origin. Add it to the project’s allowed origins at the server.',
  'alert.adapterMissing': 'Adapter Missing',
  'alert.adapterMissingMore':
    'The network {network} is configured, but no adapter for the family {family}. Add one to `adapters`.',
} as const
