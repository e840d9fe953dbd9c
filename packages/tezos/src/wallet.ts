import type { AdapterHost, FamilyActions } from '@foyer/core'
import { actionsByHost } from '@foyer/core/connector'
import { createActions } from './actions/createActions.js'

/** Each kit's own actions: what reads a network, and speaks with a wallet elsewhere. */
export const actionsOn: (host: AdapterHost) => FamilyActions<'tezos'> = actionsByHost(createActions)
