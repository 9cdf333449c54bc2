import { tabGroupCollection } from '../../collections/tab-groups.ts';
import { tabCollection } from '../../collections/tabs.ts';
import { newTabGroupSchema, tabGroupEditsSchema, tabGroupSchema } from '../../entities/signing/tab-group.ts';
import { newTabSchema, tabEditsSchema, tabSchema } from '../../entities/signing/tab.ts';
import { createEndpoint, deleteEndpoint, listEndpoint, updateEndpoint } from '../collection-endpoints.ts';

export const tabs = {
  list: listEndpoint(tabCollection, tabSchema),
  create: createEndpoint(tabCollection, { input: newTabSchema, row: tabSchema }),
  update: updateEndpoint(tabCollection, { edits: tabEditsSchema, row: tabSchema }),
  delete: deleteEndpoint(tabCollection),
};

export const tabGroups = {
  list: listEndpoint(tabGroupCollection, tabGroupSchema),
  create: createEndpoint(tabGroupCollection, { input: newTabGroupSchema, row: tabGroupSchema }),
  update: updateEndpoint(tabGroupCollection, { edits: tabGroupEditsSchema, row: tabGroupSchema }),
  delete: deleteEndpoint(tabGroupCollection),
};
