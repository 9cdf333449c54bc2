export { isClosedWhileOpening } from '../../database.ts';
