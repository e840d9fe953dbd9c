import { descriptorsCall, warningsCall } from '@foyer/core/wire'
import { route } from './route.js'

const ofProject = { group: 'Accounts', access: 'project' } as const

/** Sentences about a request before it is signed, beside what a simulation says. */
export const words = [
  route(
    {
      ...descriptorsCall,
      ...ofProject,
      cost: 2,
      summary: 'Lists the descriptors of a contract (ERC-7730): how what is signed for it is said.',
    },
    async ({ services, query: { chainId, address } }) => ({
      descriptors: [...(await services.descriptors.of({ chainId, address }))],
    }),
  ),
  route(
    {
      ...warningsCall,
      ...ofProject,
      limitBytes: 32 * 1024,
      summary: 'Says which of some addresses and sites the operator warns of, by a list of the operator’s choice.',
    },
    ({ services, body }) => services.warnings.among(body),
  ),
]
