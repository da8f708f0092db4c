-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)
--
-- Host: localhost    Database: shop
-- ------------------------------------------------------
-- Server version	8.0.36

/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;
/*!40111 SET @OLD_SQL_NOTES=@@SQL_NOTES, SQL_NOTES=0 */;
/*!40101 SET @OLD_SQL_MODE=@@SQL_MODE, SQL_MODE='NO_AUTO_VALUE_ON_ZERO' */;

--
-- Table structure for table `writers`
--

DROP TABLE IF EXISTS `writers`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `writers` (
  `id` bigint unsigned NOT NULL AUTO_INCREMENT,
  `name` varchar(80) COLLATE utf8mb4_unicode_ci NOT NULL DEFAULT 'it\'s; said \\' COMMENT 'It''s a \'name\', or \"nobody\"',
  `state` enum('new','it\'s ok','a,b','1','') CHARACTER SET latin1 COLLATE latin1_bin NOT NULL DEFAULT 'it\'s ok',
  `flags` set('a','b') DEFAULT NULL,
  `isActive` tinyint(1) NOT NULL DEFAULT '1',
  `is_locked` bit(1) NOT NULL DEFAULT b'0',
  `initials` varchar(2) GENERATED ALWAYS AS (substr(`name`,1,2)) VIRTUAL,
  `settings` json DEFAULT NULL,
  `key` varchar(20) DEFAULT (uuid()),
  `position` point /*!80003 SRID 4326 */ DEFAULT NULL,
  `hidden` int DEFAULT '0' /*!80023 INVISIBLE */,
  `changed` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
  PRIMARY KEY (`id`),
  UNIQUE KEY `writers_name` (`name`) USING BTREE,
  KEY `writers_state` (`state`,`key`(10)) COMMENT 'it\'s',
  FULLTEXT KEY `writers_text` (`name`),
  CONSTRAINT `writers_chk_1` CHECK ((`hidden` >= 0)) /*!80016 NOT ENFORCED */
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci COMMENT='Who writes; it\'s all';
/*!40101 SET character_set_client = @saved_cs_client */;

LOCK TABLES `writers` WRITE;
/*!40000 ALTER TABLE `writers` DISABLE KEYS */;
INSERT INTO `writers` VALUES (1,'Don\'t','new',NULL,1,_binary '\0',NULL,NULL,NULL,NULL,'2024-01-01 00:00:00'),(2,'\\\'; CREATE TABLE `fake` (`x` int); -- \\','new','a',1,_binary '\0','{\"a\": \"it\'s\"}',NULL,NULL,0,'2024-01-01 00:00:00');
/*!40000 ALTER TABLE `writers` ENABLE KEYS */;
UNLOCK TABLES;

/*!50003 SET sql_mode              = 'STRICT_TRANS_TABLES' */ ;
DELIMITER ;;
/*!50003 CREATE*/ /*!50017 DEFINER=`root`@`localhost`*/ /*!50003 TRIGGER `writers_before` BEFORE UPDATE ON `writers` FOR EACH ROW BEGIN
  CREATE TEMPORARY TABLE `scratch` (`id` int);
  SET NEW.hidden = 1;
END */;;
DELIMITER ;

DROP TABLE IF EXISTS `books`;
CREATE TABLE `books` (
  `isbn` char(13) NOT NULL,
  `writer_id` bigint unsigned NOT NULL,
  `editor_id` bigint unsigned DEFAULT NULL,
  `price` decimal(8,2) DEFAULT '9.50',
  `2nd title` text,
  `kind` enum('novel','') DEFAULT NULL,
  PRIMARY KEY (`isbn`),
  KEY `books_writer` (`writer_id`),
  CONSTRAINT `books_writer` FOREIGN KEY (`writer_id`) REFERENCES `writers` (`id`) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT `books_editor` FOREIGN KEY (`editor_id`) REFERENCES `writers` (`id`) ON DELETE SET NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4
/*!50100 PARTITION BY KEY () PARTITIONS 2 */;

CREATE TABLE `loans` (
  `book` char(13) NOT NULL,
  `day` date NOT NULL,
  PRIMARY KEY (`book`,`day`),
  CONSTRAINT `loans_book` FOREIGN KEY (`book`) REFERENCES `books` (`isbn`)
) ENGINE=InnoDB;

--
-- Temporary view structure for view `names`
--

SET @saved_cs_client     = @@character_set_client;
/*!50001 CREATE VIEW `names` AS SELECT
 1 AS `id`,
 1 AS `name`*/;
SET character_set_client = @saved_cs_client;

/*!50001 DROP VIEW IF EXISTS `names`*/;
/*!50001 CREATE ALGORITHM=UNDEFINED */
/*!50013 DEFINER=`root`@`localhost` SQL SECURITY DEFINER */
/*!50001 VIEW `names` AS select `writers`.`id` AS `id`,`writers`.`name` AS `name` from `writers` */;
/*!40101 SET SQL_MODE=@OLD_SQL_MODE */;

-- Dump completed on 2024-01-01  0:00:00
