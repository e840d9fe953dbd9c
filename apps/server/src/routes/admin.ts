import {
  changeProjectCall,
  createProjectCall,
  getProjectCall,
  getProjectDaysCall,
  listProjectsCall,
  removeProjectCall,
  toAdminDays,
  toAdminProject,
} from '../admin/adminWire.js'
import { route } from './route.js'

const shared = { group: 'Administration', access: 'admin', limitBytes: 256 * 1024 } as const

/** The administration's JSON API, with the operator's token. Without ADMIN_TOKEN it is 404. */
export const admin = [
  route(
    { ...listProjectsCall, ...shared, summary: 'Lists the projects.' },
    async ({ services: { administration } }) => ({ projects: (await administration.list()).map(toAdminProject) }),
  ),
  route(
    { ...createProjectCall, ...shared, summary: 'Creates a project; 409 when its id is taken.', status: 201 },
    async ({ services: { administration }, body }) => toAdminProject(await administration.create(body)),
  ),
  route(
    { ...getProjectCall, ...shared, summary: 'Reads the settings of a project.' },
    async ({ services: { administration }, params: { id } }) => toAdminProject(await administration.read(id)),
  ),
  route(
    {
      ...changeProjectCall,
      ...shared,
      summary: 'Changes what is named of a project; `allow` and `disallow` add origins and take them away.',
    },
    async ({ services: { administration }, params: { id }, body: changes }) =>
      toAdminProject(await administration.change({ id, changes })),
  ),
  route(
    {
      ...removeProjectCall,
      ...shared,
      summary: 'Removes a project, with its events, smart sessions and counts.',
      status: 204,
    },
    ({ services: { administration }, params: { id } }) => administration.remove(id),
  ),
  route(
    {
      ...getProjectDaysCall,
      ...shared,
      summary: 'Counts the requests, events and errors of each of the last 30 days (UTC).',
    },
    async ({ services: { administration }, params: { id } }) => toAdminDays(await administration.days(id)),
  ),
]
